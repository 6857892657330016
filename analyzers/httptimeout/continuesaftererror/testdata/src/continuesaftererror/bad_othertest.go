package continuesaftererror

import (
	"net/http"
	"os"
	"strings"
)

// The second test is passed where both keys are empty.
func withKey(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		want, err := keyOf("api")
		if err != nil || want == "" {
			http.Error(w, "unauthorized", http.StatusUnauthorized) // want `the handler continues after http.Error as if nothing had failed, and next \(line 20\) answers a second time`
		}
		if key := r.URL.Query().Get("key"); key != want {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

func keyOf(name string) (string, error) { return os.Getenv(name), nil }

// Both tests ask the request, for different things.
func onlyPosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			http.Error(w, "who is there?", http.StatusUnauthorized) // want `the handler continues after http.Error`
		}
		if r.Method != http.MethodPost {
			http.Error(w, "POST it is", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// So do these, by one method.
func (h *harbor) sail(w http.ResponseWriter, r *http.Request) {
	if strings.TrimSpace(r.FormValue("ship")) == "" {
		http.Error(w, "which ship?", http.StatusBadRequest) // want `the handler continues after http.Error`
	}
	if strings.TrimSpace(r.FormValue("port")) == "" {
		http.Error(w, "which port?", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// The name that was empty is not that of the office.
func (h *harbor) office(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if name == "" {
		http.Error(w, "which berth?", http.StatusBadRequest) // want `the handler continues after http.Error`
	}
	if name == "office" {
		http.Error(w, "not for ships", http.StatusForbidden)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
