// Written by `npm run client` from the service's description.

/**
 * A line for each call: its name, method, path and, where that is needed, the names of its query. Signs:
 * `~` it gives server-sent events, `=` its answer is no JSON, `<` its body is no JSON, `!` it acts on
 * websites.
 */
export const callTable = `
submitUrlScraper POST /url-scraper
scrapeUrl POST /url-scraper/scrape
submitUrlScraperBatch POST /url-scraper/batch
getUrlScraperJob GET /url-scraper/{id}
getUrlScraperScreenshot GET /url-scraper/{id}/screenshot =
createMap POST /map
getMap GET /map/{id}
createCrawl POST /crawl
getCrawl GET /crawl/{id}
listCrawlPages GET /crawl/{id}/pages
getCrawlPage GET /crawl/{id}/pages/{place}
createWebScraper POST /web-scraper
getWebScraper GET /web-scraper/{id}
search POST /search
createAgenticSearch POST /agentic-search
getAgenticSearch GET /agentic-search/{id}
submitRequest POST /request
getRequest GET /request/{jobId}
listJobs GET /jobs
countJobs GET /jobs/counts
streamJobEvents GET /jobs/events ~
getJob GET /jobs/{id}
retryJob POST /jobs/{id}/retry
cancelJob POST /jobs/{id}/cancel
runWireAction POST /wire-run !
listWireCatalog GET /wire/catalog
getWireCatalog GET /wire/catalog/{slug}
searchWire GET /wire/search
createWireTask POST /wire/task !
getWireJob GET /wire/jobs/{id}
listIdentities GET /wire/identities
createIdentity POST /wire/identities !
getIdentity GET /wire/identities/{id}
changeIdentity PATCH /wire/identities/{id}
deleteIdentity DELETE /wire/identities/{id}
resolveWire GET /wire/resolve
listWireJobs GET /wire/jobs
downloadWireFile GET /wire/jobs/{id}/download =
createBuildRequest POST /wire/build-request !
listBuildRequests GET /wire/build-requests
getBuildRequest GET /wire/build-requests/{id}
listCredentials GET /wire/identities/{id}/credentials
addCredential POST /wire/identities/{id}/credentials !
deleteCredential DELETE /wire/credentials/{id}
logIn POST /wire/login !
verifyLogin POST /wire/credentials/verify !
listIdentitySourceProviders GET /wire/identity-sources/providers
connectIdentitySource POST /wire/identity-sources
listIdentitySources GET /wire/identity-sources
getIdentitySource GET /wire/identity-sources/{id}
changeIdentitySource PATCH /wire/identity-sources/{id}
removeIdentitySource DELETE /wire/identity-sources/{id}
verifyIdentitySource POST /wire/identity-sources/{id}/verify
listIdentitiesOfSource GET /wire/identity-sources/{id}/identities
listContainersOfSource GET /wire/identity-sources/{id}/containers
listEntriesOfContainer GET /wire/identity-sources/{id}/containers/{container_id}/entries
startWireConnect POST /wire/connect/{slug}/start !
finishWireConnect POST /wire/connect/{slug}/finish !
cancelWireConnect DELETE /wire/connect/cancel/{session_id}
removeWireConnection DELETE /wire/connect/{slug}
listWireConnections GET /wire/connections
listWireCatalogLegacy GET /legacy-wire/catalog
getWireCatalogLegacy GET /legacy-wire/catalog/{slug}
searchWireLegacy GET /legacy-wire/search
createWireTaskLegacy POST /legacy-wire/task !
getWireJobLegacy GET /legacy-wire/jobs/{id}
listIdentitiesLegacy GET /legacy-wire/identities
getIdentityLegacy GET /legacy-wire/identities/{id}
evaluateAiTask POST /ai/evaluate !
streamAiTask POST /ai/evaluate/stream ~!
getAiTask GET /ai/jobs/{workflow_id}
createAiSearch POST /ai-visibility/search
retryAiSearchSource POST /ai-visibility/search/{id}/retry
getAiSearch GET /ai-visibility/search/{id}
listAiSearches GET /ai-visibility/searches
listAiSources GET /ai-visibility/sources
createMonitor POST /monitors
listMonitors GET /monitors
replaceMonitor PUT /monitors/{id}
deleteMonitor DELETE /monitors/{id}
getMonitor GET /monitors/{id}
previewMonitor POST /monitors/preview
pauseMonitor POST /monitors/{id}/pause
resumeMonitor POST /monitors/{id}/resume
setMonitorExpiry POST /monitors/{id}/expiry
runMonitor POST /monitors/{id}/run
listMonitorRuns GET /monitors/{id}/runs
listMonitorChanges GET /monitors/{id}/changes
listMonitorSnapshots GET /monitors/{id}/snapshots
getMonitorSnapshotContent GET /monitors/{id}/snapshots/{snapshotId}/content
getMonitorContent GET /monitors/{id}/content
listMonitorPages GET /monitors/{id}/pages
excludeMonitorPage DELETE /monitors/{id}/pages
restoreMonitorPage POST /monitors/{id}/pages/restore
testMonitorAlert POST /monitors/{id}/test-alert
listMonitorDeliveries GET /monitors/{id}/deliveries
retryMonitorDelivery POST /monitors/{id}/deliveries/{deliveryId}/retry
listBrowserConnections GET /browser-connect/connections
getBrowserPicture GET /browser-connect/{connId}/picture =
listBrowserDownloads GET /browser-connect/{connId}/downloads
getBrowserDownload GET /browser-connect/{connId}/downloads/{id} =
uploadBrowserFile POST /browser-connect/{connId}/files?name <
listSessions GET /sessions
renameSession PATCH /sessions/{id}
deleteSession DELETE /sessions/{id}
startManualSession POST /sessions/manual-start
saveManualSession POST /sessions/manual-save
listRecordings GET /recordings
getRecording GET /recordings/{connId}
getVideo GET /recordings/video =
listRecipes GET /recipes
getRecipe GET /recipes/{id}
removeRecipe DELETE /recipes/{id}
getWebhookSigningSecret GET /webhooks/signing-secret
rotateWebhookSigningSecret POST /webhooks/signing-secret/rotate
listWebhookEvents GET /webhooks/events
listWebhookDeliveries GET /webhooks/deliveries
listWebhookEndpointDeliveries GET /webhooks/{id}/deliveries
getWebhookDelivery GET /webhooks/deliveries/{id}
resendWebhookDelivery POST /webhooks/deliveries/{id}/resend
createWebhookEndpoint POST /webhooks
listWebhookEndpoints GET /webhooks
getWebhookEndpoint GET /webhooks/{id}
updateWebhookEndpoint PATCH /webhooks/{id}
deleteWebhookEndpoint DELETE /webhooks/{id}
testWebhookEndpoint POST /webhooks/{id}/test
getCredits GET /credits
getHealth GET /health
getDescription GET /openapi.json`;
