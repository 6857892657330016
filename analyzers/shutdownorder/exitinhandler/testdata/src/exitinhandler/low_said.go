package exitinhandler

import (
	"log"
	"net/http"
	"os"
)

// A comment in the function says why.
func record(w http.ResponseWriter, r *http.Request) {
	f, err := os.Create("/var/lib/results/" + r.PathValue("id"))
	// An instance that cannot write results is of no use. This is a
	// fatal error.
	if err != nil {
		log.Fatal(err) // want `log.Fatal exits in record`
	}
	f.Close()
}
