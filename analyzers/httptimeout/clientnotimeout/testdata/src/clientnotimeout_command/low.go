package commands

import (
	"flag"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"
)

// Somebody gave the command, waits for the answer, and can end it.
var ready = &cobra.Command{
	Use: "ready",
	RunE: func(cmd *cobra.Command, args []string) error {
		resp, err := http.Get(args[0]) // want `http\.Get never returns when the server accepts and does not respond: the call has no timeout`
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		fmt.Println(resp.Status)
		return nil
	},
}

// Likewise, by way of a helper that only commands call, and with flags of a
// type of the package.
type Flags struct{ *flag.FlagSet }

func reload(flags Flags) error { return request(flags.Arg(0)) }

// The flags are a field of the program's own commands.
type command struct {
	name  string
	flags *flag.FlagSet
}

func drop(c *command) error { return request(c.flags.Arg(0)) }

func show(cmd *cobra.Command, args []string) {
	if err := request(args[0]); err != nil {
		fmt.Println(err)
	}
	_, _ = status(args[0])
}

func request(url string) error {
	client := http.Client{Transport: new(http.Transport)} // want `client\.Get at line \d+ never returns when the server does not respond`
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A go-flags command is one by its method.
type Cleanup struct{ URL string }

func (c *Cleanup) Execute(_ []string) error { return c.remove() }

func (c *Cleanup) remove() error {
	resp, err := http.Get(c.URL) // want `http\.Get never returns when c\.URL accepts and does not respond: the call has no timeout`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A helper that only the literals of commands call, or literals in these.
var add = &cobra.Command{
	Use: "add",
	RunE: func(cmd *cobra.Command, args []string) error {
		return locked(func() error {
			for _, url := range args {
				if err := fetchChain(url); err != nil {
					return err
				}
			}
			return nil
		})
	},
}

func locked(do func() error) error { return do() }

func fetchChain(url string) error {
	resp, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond: the call has no timeout`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
