#!/bin/sh
# 64 shards as an array of jobs: sbatch deploy/shards-slurm.sh
# Afterwards: geomill merge --output /data/merged /data/shards/*
#SBATCH --job-name=geocode
#SBATCH --array=1-64
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --requeue
exec geomill run geocode --input /data/customers.csv --shard "$SLURM_ARRAY_TASK_ID/64" --output "/data/shards/$SLURM_ARRAY_TASK_ID" --workers 2 --quiet --no-report
