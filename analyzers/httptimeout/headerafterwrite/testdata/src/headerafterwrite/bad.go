package headerafterwrite

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func show(w http.ResponseWriter, r *http.Request) {
	b, err := json.Marshal(r.URL.Path)
	if err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
	w.Header().Set("Content-Type", "application/json") // want `the header is never sent: w.Header\(\).Set runs after w.WriteHeader \(line 15\), which has sent the headers`
	w.Header().Set("ETag", "1")
	w.Write(b)
}

func text(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, "hello")
	w.Header().Add("X-Count", "1") // want `runs after fmt.Fprintln`
}
