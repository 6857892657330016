package fast

import (
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

type gateway struct{ server *fasthttp.Server }

// The server is made in one method and put to work in another.
func (g *gateway) open(handler fasthttp.RequestHandler) {
	g.server = &fasthttp.Server{Handler: handler, Name: "gateway"}
}

func (g *gateway) listen(addr string) {
	go func() {
		g.server.ListenAndServe(addr) // want `g.server.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	}()
}

func (g *gateway) accept(ln net.Listener) error {
	return g.server.Serve(ln) // want `g.server.Serve serves without ReadHeaderTimeout and ReadTimeout`
}

// The limit of a client is none of the server's.
var upstream = &fasthttp.Client{ReadTimeout: time.Second}
