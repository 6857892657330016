package unguardedfield

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// A goroutine decodes what requests read.
type watched struct{ Title string }

type watcher struct{ conf *watched }

func (s *watcher) Start(changes <-chan string) {
	go func() {
		for name := range changes {
			if data, err := os.ReadFile(name); err == nil {
				_ = json.Unmarshal(data, s.conf) // want `data race: s.conf is written here and read by another goroutine at line \d+, and no mutex guards it`
			}
		}
	}()
}

func (s *watcher) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, s.conf.Title) }
