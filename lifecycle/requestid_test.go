package lifecycle

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRequestID(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, given string
		kept        bool
	}{
		{"none", "", false},
		{"good", "abc-123", true},
		{"longest", strings.Repeat("x", 128), true},
		{"too long", strings.Repeat("x", 129), false},
		{"space", "a b", false},
		{"newline", "a\nb", false},
		{"not ASCII", "aä", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if c.given != "" {
			r.Header.Set("X-Request-ID", c.given)
		}
		w := httptest.NewRecorder()
		var inContext, inHeader string
		RequestID(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			inContext, inHeader = RequestIDFrom(r.Context()), r.Header.Get("X-Request-ID")
		})).ServeHTTP(w, r)
		if inContext == "" || inContext != inHeader || inContext != w.Header().Get("X-Request-ID") {
			t.Errorf("%s: context %q, request %q, response %q", c.name, inContext, inHeader, w.Header().Get("X-Request-ID"))
		}
		if (inContext == c.given) != c.kept {
			t.Errorf("%s: got %q", c.name, inContext)
		}
		if r.Header.Get("X-Request-ID") != c.given {
			t.Errorf("%s: the caller's request was changed", c.name)
		}
	}
}

func TestRequestIDPropagates(t *testing.T) {
	t.Parallel()
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Got", r.Header.Get("X-Request-ID"))
	}))
	defer backend.Close()
	client := &http.Client{Transport: PropagateRequestID(nil)}
	call := func(r *http.Request, own string) string {
		out, err := http.NewRequestWithContext(r.Context(), http.MethodGet, backend.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if own != "" {
			out.Header.Set("X-Request-ID", own)
		}
		resp, err := client.Do(out)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if out.Header.Get("X-Request-ID") != own {
			t.Error("the request was changed")
		}
		return resp.Header.Get("Got")
	}
	front := RequestID(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if got := call(r, ""); got != "id-1" {
			t.Errorf("backend got %q", got)
		}
		if got := call(r, "own"); got != "own" {
			t.Errorf("backend got %q, want the request's own", got)
		}
	}))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if got := call(r, ""); got != "" {
		t.Errorf("no ID in the context, but backend got %q", got)
	}
	r.Header.Set("X-Request-ID", "id-1")
	front.ServeHTTP(httptest.NewRecorder(), r)
}
