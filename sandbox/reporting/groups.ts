import type { Organization } from '../access';
import { Refusal } from '../refusal';

/** The merchant group that each organization has defined in its portal. */
export const GROUP_NAME = 'all_stores';
const GROUP_ID = 'grp-4711';

/** As answers show it: by an identifier that is not its name. */
export const groupIdOf = (groupName: string | undefined): string | undefined =>
	groupName === undefined ? undefined : GROUP_ID;

export const groupNameOf = (groupId: string | undefined): string | undefined =>
	groupId === GROUP_ID ? GROUP_NAME : groupId;

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
