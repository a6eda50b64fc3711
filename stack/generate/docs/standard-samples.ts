// Code samples in languages whose standard library sends requests. Multipart forms would need a package in most of them.

import { bodyKind } from '../../core/contract/media-types.ts'
import { type CodeSample, tokenCode } from '../../docs/sample-token.ts'
import { type ExampleCall, formParts, getParts, jsonLine, withQuery } from './sample-request.ts'

type Language = Exclude<CodeSample['lang'], 'curl' | 'TypeScript' | 'Python'>

export interface Syntax {
  quote(text: string): string
  concat: string
  /** @param expression An expression for `user:password`. */
  base64(expression: string): string
  /** @param name An expression for the name of a file. */
  readFile(name: string): string
}

/** The URL, the values of headers and the body are expressions of the language. */
type StandardRequest = ReturnType<typeof toRequest>

const doubleQuote = (text: string) => JSON.stringify(text)
const singleQuote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

const languages: Record<Language, Syntax & { toSource(request: StandardRequest): string }> = {
  Go: {
    quote: doubleQuote,
    concat: '+',
    base64: (expression) => `base64.StdEncoding.EncodeToString([]byte(${expression}))`,
    readFile: (name) => `os.Open(${name})`,
    toSource: go,
  },
  Java: {
    quote: doubleQuote,
    concat: ' + ',
    base64: (expression) => `java.util.Base64.getEncoder().encodeToString((${expression}).getBytes())`,
    readFile: (name) => `ofFile(java.nio.file.Path.of(${name}))`,
    toSource: java,
  },
  'C#': {
    quote: doubleQuote,
    concat: ' + ',
    base64: (expression) => `Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(${expression}))`,
    readFile: (name) => `File.ReadAllBytes(${name})`,
    toSource: csharp,
  },
  PHP: {
    quote: singleQuote,
    concat: ' . ',
    base64: (expression) => `base64_encode(${expression})`,
    readFile: (name) => `file_get_contents(${name})`,
    toSource: php,
  },
  Ruby: {
    quote: singleQuote,
    concat: ' + ',
    base64: (expression) => `[${expression}].pack('m0')`,
    readFile: (name) => `File.binread(${name})`,
    toSource: ruby,
  },
}

/** @returns No samples for a multipart form. */
export function standardSamples(call: ExampleCall): CodeSample[] {
  if (call.body !== undefined && bodyKind(call.body.mediaType) === 'multipart') return []
  // The keys of the table are its languages.
  return (Object.keys(languages) as Language[]).map((lang) => {
    return { lang, source: languages[lang].toSource(toRequest(call, lang, languages[lang])) }
  })
}

export function toRequest(
  call: ExampleCall,
  lang: CodeSample['lang'],
  { quote, concat: plus, base64, readFile }: Syntax,
) {
  const { address, method, credentials, body, hasResponseBody } = call
  const token = tokenCode[lang]
  const parts = getParts(call)
  const [key] = credentials.filter((credential) => credential.in === 'query')
  const target = withQuery(address + parts.target, key ? [`${encodeURIComponent(key.name ?? '')}=`] : [])
  const credentialHeaders = credentials.flatMap(({ in: location, name = '' }): (readonly [string, string])[] => {
    if (location === 'query') return []
    if (location === 'basic')
      return [['Authorization', `${quote('Basic ')}${plus}${base64(`${quote(':')}${plus}${token}`)}`]]
    if (location === 'bearer') return [['Authorization', `${quote('Bearer ')}${plus}${token}`]]
    return location === 'cookie' ? [['Cookie', `${quote(`${name}=`)}${plus}${token}`]] : [[name, token]]
  })
  const isFile = body !== undefined && bodyKind(body.mediaType) === 'bytes'
  const text = body && !isFile ? quote(serializeSampleBody(call)) : undefined
  const allHeaders = [...credentialHeaders, ...parts.headers.map(([name, value]) => [name, quote(value)] as const)]
  return {
    method: method.toUpperCase(),
    url: key ? `${quote(target)}${plus}${token}` : quote(target),
    // In C#, `Content-Type` is a header of the content.
    headers: allHeaders.filter(([name]) => name !== 'Content-Type'),
    allHeaders,
    mediaType: body && quote(body.mediaType),
    body: isFile ? readFile(quote(String(body.value))) : text,
    isFile,
    hasResponseBody,
  }
}

function serializeSampleBody({ body }: ExampleCall): string {
  if (body === undefined) return ''
  const kind = bodyKind(body.mediaType)
  if (kind === 'json') return jsonLine(body.value)
  return kind === 'form' ? String(new URLSearchParams(formParts(body))) : String(body.value)
}

function go({ method, url, allHeaders, body, isFile, hasResponseBody }: StandardRequest): string {
  const check = ['\tif err != nil {', '\t\tpanic(err)', '\t}']
  const content = isFile ? 'file' : body ? `strings.NewReader(${body})` : 'nil'
  const lines = [
    'func main() {',
    ...(isFile ? [`\tfile, err := ${body}`, ...check] : []),
    `\trequest, err := http.NewRequest("${method}", ${url}, ${content})`,
    ...check,
    ...allHeaders.map(([name, value]) => `\trequest.Header.Set(${doubleQuote(name)}, ${value})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...check,
    '\tdefer response.Body.Close()',
    ...(hasResponseBody
      ? ['\tbody, err := io.ReadAll(response.Body)', ...check, '\tfmt.Println(string(body))']
      : ['\tfmt.Println(response.StatusCode)']),
    '}',
  ]
  const packages = ['encoding/base64', 'fmt', 'io', 'net/http', 'os', 'strings'].filter((name) => {
    const use = new RegExp(`\\b${name.split('/').at(-1)}\\.[A-Z]`)
    return lines.some((line) => use.test(line.replace(/"(?:[^"\\]|\\.)*"/g, '')))
  })
  return ['package main', '', 'import (', ...packages.map((name) => `\t"${name}"`), ')', '', ...lines].join('\n')
}

function java({ method, url, allHeaders, body, isFile, hasResponseBody }: StandardRequest): string {
  const content = isFile ? body : body ? `ofString(${body})` : 'noBody()'
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Sample {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(${url}))
${allHeaders.map(([name, value]) => `            .header(${doubleQuote(name)}, ${value})\n`).join('')}\
            .method("${method}", HttpRequest.BodyPublishers.${content})
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.${hasResponseBody ? 'body' : 'statusCode'}());
    }
}`
}

function csharp({ method, url, headers, mediaType, body, isFile, hasResponseBody }: StandardRequest): string {
  return [
    ...(body ? ['using System.Net.Http.Headers;', ''] : []),
    `using var request = new HttpRequestMessage(new HttpMethod("${method}"), ${url});`,
    ...headers.map(([name, value]) => `request.Headers.TryAddWithoutValidation(${doubleQuote(name)}, ${value});`),
    ...(body ? [`request.Content = new ${isFile ? 'ByteArray' : 'String'}Content(${body});`] : []),
    ...(body ? [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${mediaType});`] : []),
    'using var client = new HttpClient();',
    'using var response = await client.SendAsync(request);',
    `Console.WriteLine(${hasResponseBody ? 'await response.Content.ReadAsStringAsync()' : '(int)response.StatusCode'});`,
  ].join('\n')
}

function php({ method, url, allHeaders, body, hasResponseBody }: StandardRequest): string {
  return [
    '<?php',
    `$curl = curl_init(${url});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_HTTPHEADER => [',
    ...allHeaders.map(([name, value]) => `        ${singleQuote(`${name}: `)} . ${value},`.replace("' . '", '')),
    '    ],',
    ...(body ? [`    CURLOPT_POSTFIELDS => ${body},`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$body = curl_exec($curl);',
    `echo ${hasResponseBody ? '$body' : 'curl_getinfo($curl, CURLINFO_RESPONSE_CODE)'}, "\\n";`,
  ].join('\n')
}

function ruby({ method, url, allHeaders, body, hasResponseBody }: StandardRequest): string {
  const name = `${method[0]}${method.slice(1).toLowerCase()}`
  return [
    "require 'net/http'",
    '',
    `uri = URI(${url})`,
    `request = Net::HTTP::${name}.new(uri)`,
    ...allHeaders.map(([header, value]) => `request[${singleQuote(header)}] = ${value}`),
    ...(body ? [`request.body = ${body}`] : []),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    `puts response.${hasResponseBody ? 'body' : 'code'}`,
  ].join('\n')
}
