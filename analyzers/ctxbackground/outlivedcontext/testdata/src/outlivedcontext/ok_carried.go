package outlivedcontext

import (
	"context"
	"net/http"
	"sync"
)

// The handler waits for the copies.
func (m *mirror) both(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Add(1)
	go m.counted(r, &wg)
	wg.Wait()
}

func (m *mirror) counted(r *http.Request, wg *sync.WaitGroup) {
	defer wg.Done()
	if req, err := http.NewRequestWithContext(r.Context(), r.Method, m.base, nil); err == nil {
		m.do(req)
	}
}

// The copy has a context of its own.
func (m *mirror) detached(w http.ResponseWriter, r *http.Request) {
	go m.again(r.Clone(context.WithoutCancel(r.Context())))
	w.WriteHeader(http.StatusOK)
}

func (m *mirror) again(r *http.Request) {
	if req, err := http.NewRequestWithContext(r.Context(), r.Method, m.base, nil); err == nil {
		m.do(req)
	}
}

func (m *mirror) do(req *http.Request) {
	if resp, err := m.client.Do(req); err == nil {
		resp.Body.Close()
	}
}
