// Package httptimeout reports HTTP clients, servers and proxies without limits.
//
// # Analyzer httptimeout
//
// net/http has no limits by default. One peer that accepts a connection and then says
// nothing holds a goroutine, a connection and whatever the handler holds; a few thousand of
// them are an outage, and at shutdown they use up the time that was meant for others.
//
// It never reports values whose limits may be set where it cannot see, and it never
// proposes a WriteTimeout, which cuts streams.
package httptimeout
