package continuesaftererror

import "net/http"

// Two conditions that may exclude each other.
func (h *harbor) clean(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == "" {
		http.Error(w, "which one?", http.StatusBadRequest) // want `the handler continues after http.Error`
	}
	if len(h.berths) == 0 {
		http.Error(w, "empty", http.StatusConflict)
		return
	}
	clear(h.berths)
}
