import './limits';
import './time';

import { useFixedTime } from './fixedTime';
import { describeMatrix } from './matrix';
import { subjectsOf, WAITING } from './subjects';

useFixedTime();
describeMatrix('reporting', [...subjectsOf('MerchantReporting'), WAITING]);
