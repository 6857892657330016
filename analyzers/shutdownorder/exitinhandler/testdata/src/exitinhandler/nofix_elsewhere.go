package exitinhandler

import (
	"net/http"

	"example.com/sessions"
)

// What another package does in a request ends the process, too.
func listRows(w http.ResponseWriter, r *http.Request) {
	tx := sessions.Begin() // want `one request ends the process, and with it all other work: sessions.Begin in listRows exits by log.Fatalf when it fails`
	defer tx.Rollback()
	tx.Exec("SELECT 1")
}

// The first call stands for the others.
func countRows(w http.ResponseWriter, r *http.Request) {
	tx := sessions.Begin()
	defer tx.Rollback()
}

func tryRows(w http.ResponseWriter, r *http.Request) {
	tx, err := sessions.Try()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer tx.Rollback()
}

// No request gets here.
func bootRows() {
	sessions.Begin().Rollback()
	sessions.Start("config.yaml")
}
