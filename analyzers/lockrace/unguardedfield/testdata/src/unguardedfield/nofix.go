package unguardedfield

import (
	"net/http"
	"strconv"
)

var answered int

// A client may read slowly, and no lock may be held then.
func tell(w http.ResponseWriter, r *http.Request) {
	answered++ // want `data race: answered is written by requests, which run concurrently, and no mutex guards it`
	w.Write([]byte(strconv.Itoa(answered)))
}

func init() { http.HandleFunc("/tell", tell) }
