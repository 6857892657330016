// Package resolve stands for the modules whose names the catalog mentions.
package resolve
