import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal';
import type { Form } from './visit';

/** Every action carries a token that only the console's own pages know. */
export class Guard {
	readonly token = randomBytes(24).toString('base64url');

	check({ token = '' }: Form): void {
		if (timingSafeEqual(digest(token), digest(this.token))) return;
		throw new Refusal(
			403,
			'FORGED',
			'This page of the console is out of date. Load it again, and then repeat what you did.',
		);
	}
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
