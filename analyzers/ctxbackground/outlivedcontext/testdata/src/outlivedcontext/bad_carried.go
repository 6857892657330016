package outlivedcontext

import "net/http"

type mirror struct {
	client *http.Client
	base   string
}

func (m *mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	go m.copy(r)
	w.WriteHeader(http.StatusOK)
}

func (m *mirror) copy(r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), r.Method, m.base+r.URL.Path, nil) // want `http.NewRequestWithContext, in the goroutine started at line 11, is interrupted: r.Context\(\) is canceled when ServeHTTP returns`
	if err != nil {
		return
	}
	if resp, err := m.client.Do(req); err == nil {
		resp.Body.Close()
	}
}
