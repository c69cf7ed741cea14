import type { Words } from "../locale.ts";

/** What is said of an order's state. */
export const orderStates = {
  processing: {
    en: "Processing",
    de: "In Bearbeitung",
    fr: "En cours de traitement",
    es: "En proceso",
    ja: "処理中",
  },
  shipped: { en: "Shipped", de: "Versandt", fr: "Expédiée", es: "Enviado", ja: "発送済み" },
  delivered: {
    en: "Delivered",
    de: "Zugestellt|Geliefert",
    fr: "Livrée",
    es: "Entregado",
    ja: "配達済み",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** What an order's page says beside its values. */
export const orderLabels = {
  heading: {
    en: "Order details|Your order",
    de: "Bestelldetails|Ihre Bestellung",
    fr: "Votre commande",
    es: "Su pedido",
    ja: "ご注文内容",
  },
  number: {
    en: "Order number|Order no.",
    de: "Bestellnummer",
    fr: "Numéro de commande",
    es: "Número de pedido",
    ja: "注文番号",
  },
  date: {
    en: "Order date|Ordered on",
    de: "Bestelldatum|Bestellt am",
    fr: "Date de commande",
    es: "Fecha del pedido",
    ja: "注文日",
  },
  state: { en: "Status", de: "Status", fr: "Statut", es: "Estado", ja: "状況" },
  due: {
    en: "Expected delivery",
    de: "Voraussichtliche Lieferung",
    fr: "Livraison prévue",
    es: "Entrega prevista",
    ja: "お届け予定日",
  },
  customer: {
    en: "Customer|Ship to",
    de: "Kunde|Empfänger",
    fr: "Client|Destinataire",
    es: "Cliente",
    ja: "お客様名",
  },
  address: {
    en: "Shipping address",
    de: "Lieferadresse",
    fr: "Adresse de livraison",
    es: "Dirección de envío",
    ja: "お届け先",
  },
  payment: {
    en: "Payment",
    de: "Zahlungsart",
    fr: "Paiement",
    es: "Forma de pago",
    ja: "支払い方法",
  },
  sku: {
    en: "SKU|Item no.",
    de: "Art.-Nr.|Artikelnummer",
    fr: "Réf.|Référence",
    es: "Ref.|Referencia",
    ja: "商品番号",
  },
  item: {
    en: "Item|Description",
    de: "Artikel|Bezeichnung",
    fr: "Article|Désignation",
    es: "Artículo|Descripción",
    ja: "商品",
  },
  quantity: {
    en: "Qty|Quantity",
    de: "Menge|Anzahl",
    fr: "Quantité|Qté",
    es: "Cantidad|Cant.",
    ja: "数量",
  },
  unit: {
    en: "Unit price|Price each",
    de: "Einzelpreis",
    fr: "Prix unitaire",
    es: "Precio unitario",
    ja: "単価",
  },
  sum: {
    en: "Amount|Line total",
    de: "Gesamt|Gesamtpreis",
    fr: "Montant",
    es: "Importe",
    ja: "金額",
  },
  subtotal: { en: "Subtotal", de: "Zwischensumme", fr: "Sous-total", es: "Subtotal", ja: "小計" },
  shipping: {
    en: "Shipping",
    de: "Versandkosten",
    fr: "Frais de port",
    es: "Gastos de envío",
    ja: "送料",
  },
  total: {
    en: "Total|Order total",
    de: "Gesamtsumme|Rechnungsbetrag",
    fr: "Total TTC|Total",
    es: "Total",
    ja: "合計",
  },
  earlier: {
    en: "Earlier orders",
    de: "Frühere Bestellungen",
    fr: "Commandes précédentes",
    es: "Pedidos anteriores",
    ja: "過去の注文",
  },
} as const satisfies Readonly<Record<string, Words>>;
