import { createMany } from './journeys/createMany';
import { downloadByName } from './journeys/downloadByName';
import { listEverything } from './journeys/listEverything';
import { moveInvoices } from './journeys/moveInvoices';
import { purchasesOfMonth } from './journeys/purchasesOfMonth';
import { updateOneField } from './journeys/updateOneField';
import { nodes } from './nodes';
import { travel } from './travel';

/**
 * The fewest requests with which a journey can be made, those of the journey itself included. Whatever the
 * nodes do to be right under another reading must cost nothing under the usual one. The two journeys that
 * wait look as often as time allows; their own tests count what they ask.
 */
const FEWEST = [
	// Two pages of all invoices, twice, one of those sent, one request for each of six other lists. "Not found"
	// for the subscriptions may also mean an unknown organization: one look.
	{ journey: listEverything, fewest: 2 * 2 + 1 + 6 + 1 },
	// Four new ones; four that exist and one that differs, each refused and looked up; three without a number.
	{ journey: createMany, fewest: 4 + 4 * 2 + 2 + 3 },
	// Created and shown twice by the journey; read, read again just before it, and changed by the node.
	{ journey: updateOneField, fewest: 3 + 3 },
	// Five that are read and moved, one that is not there.
	{ journey: moveInvoices, fewest: 5 * 2 + 1 },
	// All at once, three full pages, five weeks, each of these with one look beyond the last page, as the service
	// gives no total and may give less than it says; an empty month.
	{ journey: purchasesOfMonth, fewest: 2 + 4 + 5 * 2 + 1 },
	// Four downloads and two batches of a fifth, each after a look at the subscription, two of them "not found" and
	// looked into; the newest one by its name, its details, its file; a new subscription: is it there, what are its
	// fields, save it.
	{ journey: downloadByName, fewest: (4 + 2) * 2 + 2 + 3 + 3 },
];

describe('under the usual readings', () => {
	it.each(FEWEST)('$journey.name costs no request more than it must', async (row) => {
		const { requests } = await travel(nodes, row.journey, {});
		expect(requests).toBe(row.fewest);
	});
});
