package exitinhandler

import (
	"net/http"

	"example.com/sessions"
)

func startAgain(w http.ResponseWriter, r *http.Request) {
	sessions.Start(r.FormValue("config")) // want `sessions.Start in startAgain exits by log.Fatal when it fails`
}
