package fastset

import (
	"time"

	"github.com/valyala/fasthttp"
)

// The server has a limit.
func serve(handler fasthttp.RequestHandler) error {
	s := &fasthttp.Server{Handler: handler, ReadTimeout: 10 * time.Second}
	return s.ListenAndServe(":8080")
}
