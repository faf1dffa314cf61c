/** Customers as they come: with commas, quotes, line breaks, every script, and zeros that matter. */
// prettier-ignore
const TABLE: ReadonlyArray<readonly string[]> = [
	['Ada', 'Marlow', 'Marlow & Sons', '1 Harbour Street', 'Portland', 'ME', '04101', 'US', ''],
	['Brian', "O'Neill", 'O\'Neill "Fine" Foods, Ltd.', '22 High St, Unit 4', 'Dublin', '', 'D02', 'IE', 'Asked for "express", paid'],
	['Chloë', 'Çelik', 'Café Çelik', 'Şehit Sk. 9', 'İzmir', '', '35220', 'TR', 'Tables 4, 5 and 6'],
	['太郎', '山田', '山田商店', '千代田区1-2-3', '東京', '', '100-0001', 'JP', '請求書は郵送'],
	['Dora', 'Lindqvist', 'Lindqvist AB', 'Storgatan 5\nBox 12', 'Malmö', '', '211 34', 'SE', 'Leave at the gate\nRing twice'],
	['Emil', 'Haas', '', 'Ringstraße 7', 'Köln', 'NW', '00501', 'DE', ''],
	['Fatima', 'Al-Sayed', 'شركة السيد', 'شارع الملك', 'دبي', '', '00000', 'AE', 'فاتورة شهرية'],
	['Grace', 'Nguyễn', 'Nguyễn; Partners', '8 Phố Huế', 'Hà Nội', '', '100000', 'VN', 'semi;colon, comma'],
	['Hugo', 'Dos Santos', '<Dos Santos> & Filhos', 'Rua A, 100', 'São Paulo', 'SP', '01000-000', 'BR', 'a < b & c > d'],
	['Iris', 'Kowalska', 'Zażółć Gęślą', 'ul. Długa 3', 'Łódź', '', '90-001', 'PL', '=1+1'],
	['Jonas', 'Meyer', 'Meyer 😀 GmbH', 'Am Platz 1', 'Bern', '', '3011', 'CH', 'Tab\tinside'],
	['Karen', 'Smith', 'Smith Plumbing', '400 Oak Ave', 'Austin', 'TX', '73301', 'US', ''],
	['Liam', 'Brown', 'Brown Books', '12 Queen St', 'Toronto', 'ON', 'M5H 2N2', 'CA', ''],
	['Maya', 'Patel', 'Patel Textiles', '77 Lake Road', 'Mumbai', 'MH', '400001', 'IN', ' leading and trailing '],
	['Noah', 'Wilson', 'Wilson Farms', '9 Mill Lane', 'Leeds', '', 'LS1 1AA', 'GB', '"quoted"'],
	['Olga', 'Иванова', 'ООО «Ромашка»', 'ул. Мира, 1', 'Рига', '', 'LV-1001', 'LV', 'Строка 1\r\nСтрока 2'],
];

export const PEOPLE = TABLE.map(
	([firstName, lastName, company, address, city, state, zip, country, comment], index) => ({
		firstName,
		lastName,
		company,
		address,
		city,
		state,
		zip,
		country,
		comment,
		email: `customer${String(index).padStart(3, '0')}@shop.example`,
		phone: `00${441_632_960_000 + index}`,
	}),
);

export type Person = (typeof PEOPLE)[number];
