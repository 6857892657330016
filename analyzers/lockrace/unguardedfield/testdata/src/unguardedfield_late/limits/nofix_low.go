package limits

import (
	"net/http"

	"unguardedfield_late/settings"
)

// A number is read whole, and may be that of the file before.
func limit(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength > int64(settings.Current.Limit) { // want `data race: settings.Current.Limit is read by requests`
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
	}
}
