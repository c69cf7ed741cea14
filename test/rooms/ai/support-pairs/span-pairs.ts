/** Spans the other way round, and numbers of many digits: two kinds that lying drafts of real pages showed. */
export const spanPairs = `
- en | Live chat is open Friday through Monday. | Live chat is open Monday through Friday.
- en | The shop is open from October until April. | The shop is open from April until October.
- en | The desk is staffed from 4:30 p.m. to 8:30 a.m. | The desk is staffed from 8:30 a.m. to 4:30 p.m.
- en | The office opens between 17:00 and 9:00. | The office opens between 9:00 and 17:00.
- en | The kiosk opens Sunday–Tuesday. | The kiosk opens Tuesday–Sunday.
- de | Das Geschäft ist von Freitag bis Montag geöffnet. | Das Geschäft ist von Montag bis Freitag geöffnet.
- fr | Le parc est ouvert de septembre à mai. | Le parc est ouvert de mai à septembre.
- es | La tienda abre de viernes a lunes. | La tienda abre de lunes a viernes.
- en | The shop is open Monday to Friday. | The shop is open on Monday and Friday.
- en | The sum is 3.3000000000000006. | The sum is 3.3000000000000003 in binary.
- en | The record has the number 9007199254740993. | The record has the number 9007199254740992.
- en | The world has 8,045,311,448 people. | The world has 8,045,311,447 people.
- en | The distance is 149,597,870,701 metres. | The distance is 149,597,870,700 metres.
- en | The debt is $34,001,493,655,566. | The debt is $34,001,493,655,565.
- en | The balance is -9,007,199,254,740,993 cents. | The balance is 9,007,199,254,740,993 cents.
+ en | Live chat is open Monday to Friday. | Live chat is open Monday through Friday.
+ en | The shop is open June through August. | The shop is open from June to August.
+ en | The office is open from 9:00 to 17:00. | The office is open between 9 am and 5 pm.
+ en | The kiosk opens from Tuesday to Sunday. | The kiosk opens Tuesday–Sunday and sells ice.
+ de | Das Geschäft ist Montag bis Freitag geöffnet. | Das Geschäft ist von Montag bis Freitag geöffnet.
+ fr | Le parc est ouvert de mai à septembre. | De mai à septembre, le parc est ouvert.
+ en | The world has 8,045,311,447 people. | The world has 8045311447 people.
+ en | The debt is about 34 trillion dollars. | The debt is $34,001,493,655,565.
+ en | The sum is 3.3000000000000003. | The sum is 3.3000000000000003 in binary.
+ en | The population is 3.2 million. | The population is 3,200,000.
`;
