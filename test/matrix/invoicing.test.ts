import { useFixedTime } from '../workflow/reporting/harness';
import { describeMatrix } from './matrix';
import { subjectsOf } from './subjects';

useFixedTime();
describeMatrix(subjectsOf('MerchantInvoicing'));
