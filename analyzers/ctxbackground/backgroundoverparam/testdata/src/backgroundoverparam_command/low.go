// Package command runs its commands without a context: that of a command never ends.
package command

import (
	"context"
	"database/sql"

	"github.com/spf13/cobra"
)

var db *sql.DB

func main() error {
	root := &cobra.Command{RunE: list}
	return root.Execute()
}

func list(cmd *cobra.Command, _ []string) error {
	return db.PingContext(context.TODO()) // want `db\.PingContext keeps running after the caller's context is canceled`
}

var migrate = &cobra.Command{
	RunE: func(cmd *cobra.Command, args []string) error {
		return db.PingContext(context.Background()) // want `db\.PingContext keeps running after the caller's context is canceled`
	},
}
