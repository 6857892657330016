package unboundedwait

import (
	"context"
	"log"
	"net/http"
)

func closeServer(srv *http.Server) {
	if err := srv.Shutdown(context.Background()); err != nil { // want `srv\.Shutdown\(context\.Background\(\)\) has no limit: it waits for the requests in flight, however long these take`
		log.Print(err)
	}
}

// Both servers of a pair.
type pair struct{ public, private *http.Server }

func (p *pair) Close() error {
	_ = p.public.Shutdown(context.TODO())           // want `has no limit`
	return p.private.Shutdown(context.Background()) // want `has no limit`
}

// A helper that is given the context, and a variable.
func end(ctx context.Context, srv *http.Server) error {
	return srv.Shutdown(ctx) // want `srv\.Shutdown\(ctx\) has no limit`
}

func finish(srv *http.Server) error {
	ctx := context.Background()
	return end(ctx, srv)
}

// What follows the wait ends nothing that it waits for.
func (p *pair) Halt() error {
	if err := p.public.Shutdown(context.Background()); err != nil { // want `has no limit`
		return p.public.Close()
	}
	return nil
}
