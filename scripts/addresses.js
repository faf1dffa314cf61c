'use strict';

/**
 * What the addresses of package.json begin or end with until the project has real ones. Nothing else in the
 * repository may name another home: test/package/addresses.test.ts compares the links of the nodes with package.json.
 */
const PLACEHOLDERS = [
	'github.com/n8n-nodes-merchant-services/',
	'@n8n-nodes-merchant-services.dev',
];

/** The fields of package.json whose address leads nowhere. */
exports.placeholdersIn = ({ homepage, author, repository, bugs = {} }) => {
	const addresses = {
		homepage,
		'author.email': author.email,
		'repository.url': repository.url,
		'bugs.url': bugs.url ?? '',
	};
	return Object.entries(addresses)
		.filter(([, address]) => PLACEHOLDERS.some((placeholder) => address.includes(placeholder)))
		.map(([field]) => field);
};
