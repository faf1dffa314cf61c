import type { Organization } from '../access';
import { Refusal } from '../refusal';

/** The merchant group that each organization has defined in its portal. */
export const GROUP_NAME = 'all_stores';

/** Whose transactions a report is about: the organization's own, or those of its group. */
export function organizationsIn(organization: Organization, groupName?: string): string[] {
	if (groupName === undefined) return [organization.id];
	if (groupName !== GROUP_NAME) {
		throw Refusal.invalidFields([
			{ field: 'groupName', reason: `${organization.id} has no group called ${groupName}` },
		]);
	}
	return [organization.id, ...organization.merchants];
}
