package exitinhandler

import (
	"log"
	"net/http"
	"net/url"
	"os"

	"go.uber.org/zap"
)

func landing(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.Referer())
	if err != nil {
		log.Fatal(err) // want `one request ends the process, and with it all other work: log.Fatal exits in landing`
	}
	http.Redirect(w, r, u.Path, http.StatusFound)
}

type site struct {
	log  *zap.Logger
	home string
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.render(w); err != nil {
		s.log.Fatal("page not written", zap.Error(err)) // want `one request ends the process, .*s.log.Fatal exits in ServeHTTP`
	}
}

func (s *site) render(w http.ResponseWriter) error {
	page, err := os.ReadFile(s.home)
	if err != nil {
		log.Fatalf("no page: %v", err) // want `log.Fatalf exits in render`
		return err
	}
	_, err = w.Write(page)
	return err
}

func routes(mux *http.ServeMux) {
	mux.HandleFunc("/upload", func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			log.Fatalln("bad form:", err) // want `log.Fatalln exits in a function literal of routes`
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
