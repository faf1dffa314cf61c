import { useFixedTime } from '../workflow/reporting/harness';
import { describeMatrix } from './matrix';
import { KNOWN_NUMBER, subjectsOf } from './subjects';

useFixedTime();
describeMatrix([...subjectsOf('MerchantInvoicing'), KNOWN_NUMBER]);
