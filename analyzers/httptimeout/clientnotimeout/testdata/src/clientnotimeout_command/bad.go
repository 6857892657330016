package commands

import (
	"context"
	"flag"
	"net/http"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// The command is the service: it is at work until a signal comes.
var agent = &cobra.Command{
	Use: "agent",
	RunE: func(cmd *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		for ctx.Err() == nil {
			resp, err := http.Get(args[0]) // want `http\.Get never returns when the server accepts and does not respond`
			if err != nil {
				return err
			}
			resp.Body.Close()
		}
		return nil
	},
}

func serve(flags *flag.FlagSet) error {
	resp, err := http.Get(flags.Arg(0)) // want `http\.Get never returns when the server accepts and does not respond`
	if err != nil {
		return err
	}
	resp.Body.Close()
	return http.ListenAndServe(flags.Arg(1), nil)
}

// A handler calls it, too.
func status(url string) (int, error) {
	resp, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond: the call has no timeout`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func handler(w http.ResponseWriter, r *http.Request) {
	code, err := status(r.FormValue("url"))
	if err != nil {
		code = http.StatusBadGateway
	}
	w.WriteHeader(code)
}
