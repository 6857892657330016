// Package requests says which functions a server calls for each request, in a goroutine of its own:
// those of net/http and of routers, and the methods of gRPC servers.
package requests
