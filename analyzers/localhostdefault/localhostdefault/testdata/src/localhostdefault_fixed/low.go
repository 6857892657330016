package fixed

import (
	"fmt"
	"net/http"

	"github.com/redis/go-redis/v9"
)

// The program asks itself whether it is well.
func healthy(port int) (*http.Response, error) {
	return http.Get(fmt.Sprintf("http://localhost:%d/healthz", port)) // want `the address is fixed to http://localhost:…`
}

// Whose port it is is not said.
func own(port string) (*http.Response, error) {
	return http.Get("http://localhost:" + port + "/thumbnail") // want `the address is fixed to http://localhost:…`
}

// connectTo is for callers that have no address of their own.
func connectTo(opts *redis.Options) *redis.Client {
	if opts == nil {
		opts = &redis.Options{Addr: "localhost:6379"} // want `the address is fixed to localhost:6379`
	}
	return redis.NewClient(opts)
}
