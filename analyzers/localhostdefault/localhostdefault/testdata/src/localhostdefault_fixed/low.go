package fixed

import (
	"fmt"
	"net/http"
)

// The program asks itself whether it is well.
func healthy(port int) (*http.Response, error) {
	return http.Get(fmt.Sprintf("http://localhost:%d/healthz", port)) // want `the address is fixed to http://localhost:…`
}

// Whose port it is is not said.
func own(port string) (*http.Response, error) {
	return http.Get("http://localhost:" + port + "/thumbnail") // want `the address is fixed to http://localhost:…`
}
