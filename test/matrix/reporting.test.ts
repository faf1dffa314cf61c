import { useFixedTime } from '../workflow/reporting/harness';
import { describeMatrix } from './matrix';
import { SECOND_BATCH, subjectsOf, WAITING } from './subjects';

useFixedTime();
describeMatrix([...subjectsOf('MerchantReporting'), SECOND_BATCH, WAITING], { onMuchData: true });
