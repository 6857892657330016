package global

import (
	"net/http"
	"time"
)

// The program gives the default client a limit.
func init() { http.DefaultClient.Timeout = 10 * time.Second }

func ping() { _, _ = http.Get("http://a") }
