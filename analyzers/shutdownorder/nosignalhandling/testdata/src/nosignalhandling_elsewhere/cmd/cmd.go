package cmd

import (
	"net/http"

	"github.com/spf13/cobra"
)

// Execute runs the command that the arguments name.
func Execute() error {
	return (&cobra.Command{Use: "serve", RunE: serve}).Execute()
}

func serve(*cobra.Command, []string) error {
	http.HandleFunc("/orders", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("[]"))
	})
	return http.ListenAndServe(":8080", nil)
}
