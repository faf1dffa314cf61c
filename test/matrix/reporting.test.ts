import './limits';
import './time';

import { useFixedTime } from './fixedTime';
import { describeMatrix } from './matrix';
import { subjectsOf } from './subjects';

useFixedTime();
describeMatrix('reporting', subjectsOf('MerchantReporting'));
