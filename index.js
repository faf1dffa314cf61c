const { n8n } = require('./package.json');

/** Every node and credential class of the package, by name. */
module.exports = Object.assign(
	{},
	...[...n8n.nodes, ...n8n.credentials].map((file) => require(`./${file}`)),
);
