package continuesaftererror

import "net/http"

// What leaves in front of the second answer asks for a part of the first question: a berth without a name
// may be one that no ship has.
func (h *harbor) tow(w http.ResponseWriter, r *http.Request) {
	ship := r.FormValue("ship")
	if ship == "" {
		http.Error(w, "which ship?", http.StatusBadRequest) // want `the handler continues after http.Error`
	}
	if ship != h.berths[r.PathValue("name")].Ship {
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
