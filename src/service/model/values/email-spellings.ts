import { domainToUnicode } from 'node:url';
import {
  bareAddress,
  emailKey,
  isEmailAddress,
  maximumDomainLength,
} from '../../../api/email-address';
import { foldName } from './folded-name';

/** The form in which an account keeps its address; to compare two of them, use {@link foldEmail}. */
export function normalizeEmail(email: string): string {
  return foldName(bareAddress(email));
}

/** The key to compare addresses by: the same for texts that are equal in Unicode, and for both forms of a domain. */
export function foldEmail(email: string): string {
  return emailKey(normalizeEmail(email));
}

/** The forms in which accounts may keep an address, each once: the one that is written comes last. */
export function spellingsOf(email: string): string[] {
  const key = foldEmail(email);
  const folded = [...inOtherLetters(key, domainOf(key)), normalizeEmail(email)];
  return [...new Set([...folded, email.trim().toLowerCase()])];
}

/** The texts that a value has if it is this address, which are several for a domain with other letters than a to z. */
export function sameAddresses(text: string): string[] {
  const address = bareAddress(text);
  if (!isEmailAddress(address)) return [text];
  const domain = domainOf(emailKey(address));
  const isInOtherLetters = /(?:^|\.)xn--/.test(domain);
  return [...new Set([address, ...(isInOtherLetters ? inOtherLetters(address, domain) : [])])];
}

/** The address with its domain as `xn--…` and in its own letters. @param domain as `xn--…` */
function inOtherLetters(address: string, domain: string): string[] {
  if (domain.length > maximumDomainLength) return [address];
  const local = address.slice(0, address.lastIndexOf('@') + 1);
  return [local + domain, local + (domainToUnicode(domain) || domain)];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
