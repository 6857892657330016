package malformedinput

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// A server recovers: one request fails, and its other lines are lost.
func webhook(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "read", http.StatusBadRequest)
		return
	}
	for _, line := range strings.Split(string(raw), "\n") {
		parts := strings.SplitN(line, ":", 2)
		id, err := strconv.Atoi(parts[0])
		if err != nil {
			continue
		}
		setStatus(id, parts[1]) // want `a malformed request gets no answer: parts\[1\] panics when there are fewer elements`
	}
}

func setStatus(int, string) {}

// A literal that the handler passes on panics while a lock is held.
type accounts struct {
	mu   sync.Mutex
	name string
}

func (a *accounts) update(change func(*accounts)) {
	a.mu.Lock()
	change(a)
	a.mu.Unlock()
}

func (a *accounts) rename(w http.ResponseWriter, r *http.Request) {
	words := strings.Fields(r.FormValue("name"))
	a.update(func(a *accounts) {
		a.name = words[0] // want `a malformed request gets no answer: words\[0\] panics when there are fewer elements`
	})
}

func dashed(w http.ResponseWriter, r *http.Request) {
	setStatus(12, strings.Split(r.URL.Query().Get("range"), "-")[1]) // want `a malformed request gets no answer`
}

func token(w http.ResponseWriter, r *http.Request) {
	setStatus(0, strings.Split(r.Header.Get("Authorization"), " ")[1]) // want `a malformed request gets no answer`
}

func lookup(w http.ResponseWriter, r *http.Request) {
	setStatus(1, r.URL.Query()["id"][0]) // want `a malformed request gets no answer`
}
