//go:build postgres

package sqldb

import _ "github.com/lib/pq" // registers the driver
