package explicitorder

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// A server that is given its router does not become a part of it.
type front struct{ srv *http.Server }

func (f *front) serve(mux *http.ServeMux) {
	f.srv.Handler = mux
	f.srv.ListenAndServe()
}

func (f *front) Shutdown(ctx context.Context) error { return f.srv.Shutdown(ctx) }

func closesOther(ctx context.Context, db *sql.DB) {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	f := &front{&http.Server{ReadHeaderTimeout: time.Second}}
	go f.serve(mux)
	<-ctx.Done()
	db.Close()
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	f.Shutdown(end)
}
