import './time';

import { describeMatrix } from './matrix';
import { TRIGGER_SUBJECTS } from './triggerSubjects';

describeMatrix(TRIGGER_SUBJECTS);
