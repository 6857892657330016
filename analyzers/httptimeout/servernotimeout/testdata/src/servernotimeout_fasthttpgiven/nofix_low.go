package fastgiven

import "github.com/valyala/fasthttp"

// The server comes from elsewhere, where it may have a limit.
func serve(s *fasthttp.Server) error {
	return s.ListenAndServe(":8080") // want `s.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
}
