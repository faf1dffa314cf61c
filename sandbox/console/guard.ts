import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal';
import type { Form } from './visit';

export const OUT_OF_DATE =
	'This page of the console is out of date. Load it again, and then repeat what you did.';

/** Every action carries a token that only the console's own pages know. */
export class Guard {
	readonly token = randomBytes(24).toString('base64url');

	knows({ token = '' }: Form): boolean {
		return timingSafeEqual(digest(token), digest(this.token));
	}

	check(form: Form): void {
		if (!this.knows(form)) throw new Refusal(403, 'FORGED', OUT_OF_DATE);
	}
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
