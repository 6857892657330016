package outlivedcontext

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
)

type archive struct{ dir string }

func (a *archive) store(name string, r io.Reader) {
	f, err := os.Create(filepath.Join(a.dir, name))
	if err != nil {
		log.Print(err)
		return
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		log.Print(err)
	}
}

func (a *archive) put(w http.ResponseWriter, r *http.Request) {
	go a.store(r.URL.Path, io.LimitReader(r.Body, 1<<20)) // want `the goroutine started at line 27 may find r.Body closed: the server closes it when put returns`
	w.WriteHeader(http.StatusAccepted)
}

func (a *archive) event(w http.ResponseWriter, r *http.Request) {
	go func() {
		var event struct{ Name string }
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil { // want `the goroutine started at line 32 may find r.Body closed: the server closes it when event returns`
			log.Print(err)
			return
		}
		log.Print(event.Name)
	}()
	w.WriteHeader(http.StatusAccepted)
}
