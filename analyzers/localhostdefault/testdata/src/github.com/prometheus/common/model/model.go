// Package model has labels.
package model

type LabelValue string
