// Package localhostdefault reports addresses of other services that silently
// default to the machine itself.
//
// # Analyzer localhostdefault
//
// A default such as http://localhost:8090 is right on a developer's machine and
// wrong in a container, where localhost is the container. A service that is
// deployed without the setting starts, reports ready, and fails when the first
// request needs the other service.
//
// It never reports addresses that are listened on, and defaults that a branch keeps
// out of production. Flags of programs that serve nothing are of low confidence.
package localhostdefault
