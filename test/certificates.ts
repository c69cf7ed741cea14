import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from "@peculiar/x509";
import { isIP } from "node:net";

cryptoProvider.set(webcrypto as never);

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const born = new Date("2020-01-01T00:00:00Z");
const died = new Date("2021-01-01T00:00:00Z");
const distant = new Date("2049-12-31T00:00:00Z");

/** What signs certificates: one made by {@link createAuthority}. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly keys: CryptoKeyPair;
  /** PEM, for the option `ca`. */
  readonly ca: string;
}

/** A certificate for a test server, and what a client must trust to accept it; all PEM. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

/** How a certificate is made. */
export interface CertificateOptions {
  /** Host names and addresses that it is valid for. */
  readonly names: readonly string[];
  /** Whether it was valid in 2020 only. @default false */
  readonly expired?: boolean;
  /** Who signs it: an authority, or itself. @default an authority of its own */
  readonly issuer?: Authority | "self";
}

/** Makes a certificate authority. */
export async function createAuthority(name = "Test Authority"): Promise<Authority> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name}`,
    notBefore: born,
    notAfter: distant,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, keys, ca: certificate.toString("pem") };
}

/** Makes a server's certificate; `ca` is its issuer's, or its own when it signs itself. */
export async function createCertificate(options: CertificateOptions): Promise<TestCertificate> {
  const { names, expired = false, issuer = await createAuthority() } = options;
  const keys = await generateKeys();
  const subject = "CN=Test Server";
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject,
    issuer: issuer === "self" ? subject : issuer.certificate.subject,
    notBefore: born,
    notAfter: expired ? died : distant,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: issuer === "self" ? keys.privateKey : issuer.keys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({
          type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const),
          value,
        })),
      ),
    ],
  });
  const cert = certificate.toString("pem");
  const bytes = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  const key = PemConverter.encode(bytes, "PRIVATE KEY");
  return { key, cert, ca: issuer === "self" ? cert : issuer.ca };
}

async function generateKeys(): Promise<CryptoKeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  return keys as CryptoKeyPair;
}

let serial = 0;

function serialNumber(): string {
  serial += 1;
  return serial.toString(16).padStart(4, "0");
}
