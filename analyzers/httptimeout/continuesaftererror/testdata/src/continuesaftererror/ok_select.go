package continuesaftererror

import (
	"net/http"
	"time"
)

// Silent: one case of a select runs.
func inTime(w http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
		http.Error(w, "too late", http.StatusGatewayTimeout)
	case <-time.After(time.Second):
		w.WriteHeader(http.StatusNoContent)
	}
}
