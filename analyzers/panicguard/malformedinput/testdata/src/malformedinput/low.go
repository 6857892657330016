package malformedinput

import (
	"net/url"
	"strings"
)

// Who passes the pair is not known.
func Split(pair string, handle func(key, value string)) {
	go func() {
		parts := strings.Split(pair, ":")
		handle(parts[0], parts[1]) // want `parts\[1\] panics when there are fewer elements.*low confidence: the program may make the value itself`
	}()
}

// The error is dropped, and the address may be a good one.
func Dial(addr string, dial func(string)) {
	go func() {
		u, _ := url.Parse(addr)
		dial(u.Host) // want `u\.Host is used although the call before it may have failed.*low confidence`
	}()
}
